/**
 * Places of the Northern Cape. Tab-separated: suburb, city, street postal code, province, latitude, longitude
 * (docs/domain/maps.md).
 */
export const northern_cape_places = `
Kimberley Central	Kimberley	8301	NC	-28.7380	24.7640
Hadison Park	Kimberley	8301	NC	-28.7670	24.7350
Monument Heights	Kimberley	8301	NC	-28.7560	24.7720
Royldene	Kimberley	8301	NC	-28.7600	24.7510
Beaconsfield	Kimberley	8301	NC	-28.7590	24.7810
Roodepan	Kimberley	8301	NC	-28.6850	24.7220
Galeshewe	Kimberley	8345	NC	-28.7230	24.7290
Upington Central	Upington	8801	NC	-28.4480	21.2560
Keidebees	Upington	8801	NC	-28.4370	21.2330
Paballelo	Upington	8801	NC	-28.4270	21.2390
Keimoes	Keimoes	8860	NC	-28.7080	20.9690
Kakamas	Kakamas	8870	NC	-28.7740	20.6160
Kenhardt	Kenhardt	8900	NC	-29.3480	21.1550
Groblershoop	Groblershoop	8850	NC	-28.8960	21.9860
Pofadder	Pofadder	8890	NC	-29.1290	19.3950
Aggeneys	Aggeneys	8893	NC	-29.2380	18.8420
Springbok	Springbok	8240	NC	-29.6640	17.8860
Okiep	Okiep	8270	NC	-29.5960	17.8810
Port Nolloth	Port Nolloth	8280	NC	-29.2520	16.8680
Alexander Bay	Alexander Bay	8290	NC	-28.6080	16.5030
Garies	Garies	8220	NC	-30.5650	17.9910
Nieuwoudtville	Nieuwoudtville	8180	NC	-31.3770	19.1080
Calvinia	Calvinia	8190	NC	-31.4710	19.7760
Sutherland	Sutherland	6920	NC	-32.3990	20.6590
Williston	Williston	8920	NC	-31.3400	20.9180
Fraserburg	Fraserburg	6960	NC	-31.9140	21.5140
Carnarvon	Carnarvon	8925	NC	-30.9660	22.1330
Victoria West	Victoria West	7070	NC	-31.4030	23.1190
Britstown	Britstown	8782	NC	-30.5860	23.5050
De Aar	De Aar	7000	NC	-30.6500	24.0120
Hanover	Hanover	7005	NC	-31.0680	24.4450
Richmond	Richmond	7090	NC	-31.4140	23.9450
Noupoort	Noupoort	5950	NC	-31.1890	24.9560
Colesberg	Colesberg	9795	NC	-30.7180	25.1000
Prieska	Prieska	8940	NC	-29.6680	22.7440
Hopetown	Hopetown	8750	NC	-29.6250	24.0860
Orania	Orania	8752	NC	-29.8170	24.4070
Petrusville	Petrusville	8770	NC	-30.0840	24.6570
Douglas	Douglas	8730	NC	-29.0590	23.7690
Griekwastad	Griekwastad	8365	NC	-28.8490	23.2530
Postmasburg	Postmasburg	8420	NC	-28.3290	23.0680
Kathu	Kathu	8446	NC	-27.6960	23.0470
Olifantshoek	Olifantshoek	8450	NC	-27.9380	22.7370
Kuruman	Kuruman	8460	NC	-27.4520	23.4330
Hotazel	Hotazel	8490	NC	-27.2040	22.9500
Danielskuil	Danielskuil	8405	NC	-28.1860	23.5440
Barkly West	Barkly West	8375	NC	-28.5360	24.5200
Warrenton	Warrenton	8530	NC	-28.1120	24.8480
Jan Kempdorp	Jan Kempdorp	8550	NC	-27.9250	24.8310
Hartswater	Hartswater	8570	NC	-27.7540	24.8070
`
